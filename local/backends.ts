import { type StripeSandbox, startStripe } from "#stripe-sandbox";
import type { Closers } from "./closers.ts";
import type { StackClock } from "./control/clock.ts";
import { type DynamodbProcess, startDynamodb } from "./dynamodb/process.ts";
import { type Mail, startMail } from "./mail/server.ts";
import type { Places, Ports } from "./options.ts";
import { LOCAL_REGION } from "./template/assembly.ts";
import type { Terminal } from "./terminal.ts";

/** What stands on its own, whatever the template says. */
export type Backends = { dynamodb: DynamodbProcess; stripe: StripeSandbox; mail: Mail };

export async function startBackends(options: {
  ports: Ports;
  places: Places;
  clock: StackClock;
  terminal: Terminal;
  closers: Closers;
}): Promise<Backends> {
  const { ports, places, clock, terminal, closers } = options;
  const dynamodb = await terminal.timed(
    "dynamodb",
    startDynamodb({
      port: ports.dynamodb,
      dbPath: places.database,
      region: LOCAL_REGION,
      endpoint: process.env.DYNAMODB_ENDPOINT || undefined,
    }),
  );
  closers.add("DynamoDB", () => dynamodb.close());
  dynamodb.onExit(terminal.warn);
  const stripe = await terminal.timed(
    "stripe",
    // A renewal is charged at once, not after Stripe's hour as a draft: a clock that is moved to the end of a
    // period would stop in that hour.
    startStripe({ port: ports.stripe, dataFile: places.stripe, now: clock.now, draftSeconds: 0 }),
  );
  closers.add("The Stripe sandbox", () => stripe.close());
  const mail = await startMail({ port: ports.mail, dataFile: places.mail });
  closers.add("The mail box", () => mail.close());
  return { dynamodb, stripe, mail };
}
