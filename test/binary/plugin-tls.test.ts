import "./support/use-binary";
import "../plugin/conformance/tls.test";
