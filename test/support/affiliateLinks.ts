import { randomBytes, randomUUID } from "node:crypto";
import { giveCode } from "#shared/referrals/code.ts";
import { call } from "./api.ts";
import { type Person, signUpPerson } from "./people.ts";
import { stack } from "./running.ts";

const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

/** The User-Agent of a browser that no other test uses. */
export const newVisitor = (): string => `${BROWSER} ${randomUUID()}`;

export async function follow(link: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack().siteUrl}/r/${link}`, {
    redirect: "manual",
    headers: { "user-agent": newVisitor(), ...headers },
  });
  const [cookie] = response.headers.getSetCookie();
  return { status: response.status, location: response.headers.get("location"), cookie };
}

/** The id of the click in the cookie that a link sets. */
export const clickIn = (cookie: string | undefined): string | undefined =>
  /^affiliate_click=([\w-]+);/.exec(cookie ?? "")?.[1];

export const newCode = (): string => giveCode(randomBytes(8));

/** A new user who has joined the affiliate program. */
export async function join(code = newCode()): Promise<Person & { code: string }> {
  const person = await signUpPerson();
  const { body } = await call("affiliates/join", { acceptTerms: true, code }, { token: person.accessToken });
  return { ...person, code: String(body.referral_code) };
}

type View = {
  clicks: number;
  referrals: number;
  conversions: number;
  links: { destination_id: string | null; clicks: number; url: string }[];
  days: { day: string; clicks: number }[];
};

export async function viewOf(person: Person): Promise<View> {
  const { body } = await call("affiliates/getAffiliate", {}, { token: person.accessToken });
  return body.affiliate as View;
}
