"use strict";
// Writes down what Terraform asks a provider on Node.js, and what it is answered. Preloaded with `node --require`, so that
// the provider itself is what users have. For each call of one request and one answer it appends to the file that
// REPLAY_RECORD names: the lengths of path, request and answer (32 bits each, big-endian), and these three. Requests and
// answers are as gRPC frames them, each with its prefix of five octets. replay.go reads it.

const { appendFileSync } = require("node:fs");
const http2 = require("node:http2");

const file = process.env.REPLAY_RECORD;
if (file === undefined) throw new Error("REPLAY_RECORD must name the file to write.");

const { createServer } = http2;
http2.createServer = (...options) => createServer(...options).on("stream", tap);

function tap(stream, headers) {
  const request = [];
  const answer = [];
  const { emit, write, end } = stream;
  // A listener of its own would let the data flow before the provider listens.
  stream.emit = (name, ...values) => {
    if (name === "data") request.push(values[0]);
    return emit.call(stream, name, ...values);
  };
  stream.write = (chunk, ...rest) => {
    answer.push(chunk);
    return write.call(stream, chunk, ...rest);
  };
  stream.end = (chunk, ...rest) => {
    if (chunk !== undefined) answer.push(chunk);
    // Errors and silent streams end without a message.
    if (answer.length > 0) keep(Buffer.from(headers[":path"]), Buffer.concat(request), Buffer.concat(answer));
    return chunk === undefined ? end.call(stream) : end.call(stream, chunk, ...rest);
  };
}

/** In one piece, and before Terraform hears the answer: a provider is ended at any time, and several write at once. */
function keep(...parts) {
  const lengths = Buffer.alloc(4 * parts.length);
  parts.forEach(({ length }, index) => {
    lengths.writeUInt32BE(length, 4 * index);
  });
  appendFileSync(file, Buffer.concat([lengths, ...parts]));
}
