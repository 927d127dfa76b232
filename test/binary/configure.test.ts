import "./support/use-binary";
import "../conformance/configure.test";
