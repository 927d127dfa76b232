import type { ServerResponse } from "node:http";
import type { Delivery } from "./delivery";

/** Sends what shall reach the client, or as much of it as shall. */
export function sendDelivery(response: ServerResponse, delivery: Delivery): void {
  if (delivery.kind === "dropped") {
    // A reset rather than an orderly end: the client cannot mistake it for an empty answer.
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, headers } = delivery.answer;
  const body = Buffer.from(delivery.answer.body, "utf8");
  if (delivery.kind === "whole") {
    response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    return;
  }
  const { bytes, isLengthDeclared } = delivery;
  if (isLengthDeclared) response.setHeader("content-length", body.length);
  else {
    // Neither length nor chunks: the body lasts until the connection ends.
    response.useChunkedEncodingByDefault = false;
    response.setHeader("connection", "close");
  }
  response.writeHead(status, { ...headers });
  response.write(body.subarray(0, bytes), () => response.socket?.end());
}
