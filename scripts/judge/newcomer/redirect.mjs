// Every Node program of the newcomer's session preloads this file (NODE_OPTIONS=--import). It redirects TLS and port 80
// to the judge's own server, which plays the internet's hosts. Connections to this computer stay unchanged. Plain
// JavaScript, because older versions of Node load it too.

import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

const ports = { tls: Number(process.env.JUDGE_INTERNET_PORT), http: Number(process.env.JUDGE_PLAIN_PORT) };
const isHere = (host) => host === "" || host === "localhost" || host === "::1" || host.startsWith("127.");
const connect = { tls: tls.connect, net: net.connect };

tls.connect = function redirected(...args) {
  const [first] = args;
  if (!ports.tls || typeof first !== "object" || first === null) return connect.tls.apply(this, args);
  const host = first.servername || first.host || "";
  if (isHere(host)) return connect.tls.apply(this, args);
  const { path: _path, socket: _socket, ...rest } = first;
  return connect.tls.call(
    this,
    { ...rest, host: "127.0.0.1", port: ports.tls, servername: host },
    ...args.slice(1),
  );
};

net.connect = function redirected(...args) {
  const [first] = args;
  const isPlain = typeof first === "object" && first !== null && Number(first.port) === 80;
  if (!ports.http || !isPlain || isHere(first.host ?? "")) return connect.net.apply(this, args);
  return connect.net.call(this, { ...first, host: "127.0.0.1", port: ports.http }, ...args.slice(1));
};
syncBuiltinESMExports();
