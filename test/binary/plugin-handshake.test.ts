import "./support/use-binary";
import "../plugin/conformance/handshake.test";
