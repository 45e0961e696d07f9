import { parseArgs } from "node:util";
import { startStripe } from "./server.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "12111" },
    data: { type: "string" },
    "secret-key": { type: "string" },
    "rate-limit": { type: "string" },
    quiet: { type: "boolean", default: false },
  },
});

const sandbox = await startStripe({
  port: Number(values.port),
  ...(values.data !== undefined && { dataFile: values.data }),
  ...(values["secret-key"] !== undefined && { secretKey: values["secret-key"] }),
  ...(values["rate-limit"] !== undefined && { rateLimit: Number(values["rate-limit"]) }),
  ...(!values.quiet && { log: (line: string) => console.log(line) }),
});
console.log(
  `Stripe sandbox at ${sandbox.url}, secret key ${sandbox.secretKey}, dashboard at ${sandbox.url}/dashboard`,
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
