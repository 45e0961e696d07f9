// Answers Invoke calls like Lambda's runtime image, for one function: one call at a time, with the handler's result or
// error as JSON. Ends when fakecloud ends.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import path from "node:path";

const {
  LAMBDA_TASK_ROOT,
  _HANDLER,
  RUNTIME_PORT,
  CLOUD_PID,
  AWS_LAMBDA_FUNCTION_NAME = "function",
  AWS_LAMBDA_FUNCTION_TIMEOUT = "30",
} = process.env;

setInterval(() => {
  try {
    process.kill(Number(CLOUD_PID), 0);
  } catch {
    process.exit();
  }
}, 1000);

const [file, name] = _HANDLER.split(".");
const loaded = import(path.join(LAMBDA_TASK_ROOT, `${file}.cjs`));
loaded.catch(() => undefined);

let queue = Promise.resolve();

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const event = Buffer.concat(parts).toString();
  queue = queue.then(async () => {
    const { status, body } = await invoke(event);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  });
}).listen(Number(RUNTIME_PORT), "127.0.0.1");

async function invoke(event) {
  const deadline = Date.now() + Number(AWS_LAMBDA_FUNCTION_TIMEOUT) * 1000;
  const context = {
    awsRequestId: randomUUID(),
    functionName: AWS_LAMBDA_FUNCTION_NAME,
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  try {
    const handler = (await loaded)[name];
    const given = event === "" ? {} : JSON.parse(event);
    const result = await handler(given.version === "2.0" ? asGateway(given) : given, context);
    return { status: 200, body: JSON.stringify(withCookies(result) ?? null) };
  } catch (error) {
    console.error(error);
    const { name: errorType, message: errorMessage, stack = "" } = error;
    return { status: 200, body: JSON.stringify({ errorType, errorMessage, trace: stack.split("\n") }) };
  }
}

/** The gateway omits missing fields where fakecloud sends null, and lists cookies. */
function asGateway(event) {
  const there = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
  const cookie = there.headers?.cookie;
  return cookie === undefined ? there : { ...there, cookies: cookie.split(/;\s*/) };
}

/** The gateway sends a Set-Cookie header for each cookie. fakecloud sends a header only once: the first cookie. */
function withCookies(result) {
  const [cookie] = result?.cookies ?? [];
  return cookie === undefined ? result : { ...result, headers: { ...result.headers, "set-cookie": cookie } };
}
