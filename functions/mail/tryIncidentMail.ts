import { tryIncidentMail } from "#shared/mail/operator.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId } from "../platform/random.ts";
import { incidentMail } from "./mailings/rules.ts";
import { render } from "./templates/render.ts";

export const handler = http(tryIncidentMail)(async ({ input: { send, message, ...said }, now }) => {
  const incident = { id: newId(), ...said };
  const mail = {
    ...incidentMail({ id: "", incident, message, at: now.toISOString() }, "", ""),
    to: "operator" as const,
  };
  if (send) await enqueue(env("MAIL_QUEUE_URL"), [mail]);
  const { subject, text } = render(mail, env("SITE_URL"));
  return { subject, text };
});
