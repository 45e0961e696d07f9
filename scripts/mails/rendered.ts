import { BRAND } from "#shared/brand.ts";
import { mailHtml, mailText } from "#shared/mail/layout.ts";
import { Mail } from "#shared/mail/mail.ts";
import { RESET_MAIL } from "#shared/mail/resetMail.ts";
import { render } from "../../functions/mail/templates/render.ts";
import { SAMPLES } from "./samples.ts";

/** A mail as it arrives. `name` is the name of its template, with the variant. */
export type RenderedSample = { name: string; from: string; subject: string; text: string; html: string };

const RESET_CODE = "204817";

export function renderedSamples(siteUrl: string): RenderedSample[] {
  const own = Mail.shape.template.options.flatMap((template) =>
    Object.entries(SAMPLES[template]).map(([special, data]) => ({
      name: special === "" ? template : `${template} (${special})`,
      from: BRAND.mailFrom,
      ...render({ id: "sample", to: { userId: "sample" }, template, data }, siteUrl),
    })),
  );
  const filled = (text: string): string => text.replace(RESET_MAIL.code ?? "", RESET_CODE);
  const reset = {
    name: "passwordReset",
    from: BRAND.mailFrom,
    subject: RESET_MAIL.subject,
    text: filled(mailText(RESET_MAIL)),
    html: filled(mailHtml(RESET_MAIL)),
  };
  return [...own, reset];
}
