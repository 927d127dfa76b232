import "./support/use-binary";
import "../security/who-is-called.test";
