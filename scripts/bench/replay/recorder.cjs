"use strict";
// Records the calls of Terraform to a provider on Node.js. `node --require` loads it before the provider. For each call with
// one request and one response it appends to the file REPLAY_RECORD: the lengths of path, request and response (32 bits
// each, big-endian), and these three. Request and response keep their gRPC prefix of five bytes. replay.go reads the file.

const { appendFileSync } = require("node:fs");
const http2 = require("node:http2");

const file = process.env.REPLAY_RECORD;
if (file === undefined) throw new Error("REPLAY_RECORD must name the file to write.");

const { createServer } = http2;
http2.createServer = (...options) => createServer(...options).on("stream", tap);

function tap(stream, headers) {
  const request = [];
  const response = [];
  const { emit, write, end } = stream;
  // A listener would start the flow of data before the provider listens.
  stream.emit = (name, ...values) => {
    if (name === "data") request.push(values[0]);
    return emit.call(stream, name, ...values);
  };
  stream.write = (chunk, ...rest) => {
    response.push(chunk);
    return write.call(stream, chunk, ...rest);
  };
  stream.end = (chunk, ...rest) => {
    if (chunk !== undefined) response.push(chunk);
    // Errors and silent streams end without a message.
    if (response.length > 0)
      keep(Buffer.from(headers[":path"]), Buffer.concat(request), Buffer.concat(response));
    return chunk === undefined ? end.call(stream) : end.call(stream, chunk, ...rest);
  };
}

/** Appends in one write and before Terraform gets the response: it may end the provider, and several providers write. */
function keep(...parts) {
  const lengths = Buffer.alloc(4 * parts.length);
  parts.forEach(({ length }, index) => {
    lengths.writeUInt32BE(length, 4 * index);
  });
  appendFileSync(file, Buffer.concat([lengths, ...parts]));
}
