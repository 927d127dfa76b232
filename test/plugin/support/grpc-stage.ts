import { createServer } from "node:net";
import { join } from "node:path";
import { createGrpcServer, type GrpcServer } from "../../../src/plugin/grpc/grpc-server";
import type { Route } from "../../../src/plugin/grpc/route";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { makeScratch } from "../../support/make-scratch";

export interface GrpcStage {
  readonly path: string;
  readonly calls: WorkTracker;
}

/** Serves these routes to all tests of the file. */
export function serveRoutes(routes: ReadonlyMap<string, Route>): GrpcStage {
  const path = join(makeScratch(), "socket");
  const calls = new WorkTracker();
  let close: () => void;
  beforeAll(async () => {
    const findRoute = async (name: string) => routes.get(name);
    close = await serveAt(path, createGrpcServer(undefined, { findRoute, calls }));
  });
  afterAll(() => {
    close();
  });
  return { path, calls };
}

/** Lets a server accept the connections to a socket. @returns a function that ends both */
export async function serveAt(path: string, server: GrpcServer): Promise<() => void> {
  const listener = createServer({ pauseOnConnect: true }, (socket) => {
    server.accept(socket);
  });
  await new Promise<void>((resolve) => listener.listen(path, resolve));
  return () => {
    server.close();
    listener.close();
  };
}
