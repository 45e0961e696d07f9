import { createServer } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listen } from "../src/listen.ts";

test("a server announces no timeout for idle connections", async () => {
  const server = createServer((_incoming, outgoing) => outgoing.end("here"));
  const port = await listen(server, 0);
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(await answer.text()).toBe("here");
  expect(answer.headers.get("connection")).toBe("keep-alive");
  expect(answer.headers.get("keep-alive")).toBeNull();
  await closeServer(server);
});
