import "./support/use-binary";
import "../security/hostile-answers.test";
