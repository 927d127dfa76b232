// Stands for the clients of grpc-js, which its server names but uses only for services that describe itself.
module.exports = {};
