import "./support/use-binary";
import "../plugin/conformance/lifecycle.test";
