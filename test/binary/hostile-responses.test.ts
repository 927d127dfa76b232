import "./support/use-binary";
import "../security/hostile-responses.test";
