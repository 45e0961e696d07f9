import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { report } from "#shared/activity/device.ts";
import { listUsers } from "#shared/customers/operator.ts";
import { getOverview } from "#shared/customers/overview.ts";
import { refresh } from "#shared/licenses/device.ts";
import { listKeys } from "#shared/licenses/keyLists.ts";
import type { Journal } from "./journal.ts";
import type { Customer } from "./people.ts";

export type Asked = {
  kind: Kind;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether the status is a success: a redirect for a click, otherwise 200. */
  isExpected: (status: number) => boolean;
  answered: (body: string) => void;
};

/** The share of each kind of request in a normal day, in percent. */
const DAY = { dashboard: 25, refresh: 30, report: 20, click: 20, list: 5 } as const;
export type Kind = keyof typeof DAY;
export const KINDS = Object.keys(DAY).filter((kind): kind is Kind => kind in DAY);

type World = {
  journal: Journal;
  /** The affiliate's id by link code. */
  links: ReadonlyMap<string, string>;
  operatorToken: () => string;
  apiPath: string;
};

const json = { "content-type": "application/json" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isOk = (status: number) => status === 200;
const isRedirect = (status: number) => status === 302;

/**
 * Requests of some customers' applications and browsers, one after the other. An application retries an unanswered
 * request with the same id before it sends another request of that kind.
 */
export class Lane {
  readonly #customers: readonly Customer[];
  readonly #world: World;
  readonly #links: readonly string[];
  /** Unanswered requests by customer. */
  readonly #refreshing = new Map<Customer, string>();
  #renewed = 0;
  readonly #reporting = new Map<Customer, { id: string; at: string }>();

  constructor(customers: readonly Customer[], world: World) {
    this.#customers = customers;
    this.#world = world;
    this.#links = [...world.links.keys()];
  }

  next(): Asked {
    const customer = pick(this.#customers);
    const kind = kindAt(Math.random() * 100);
    if (kind === "refresh") return this.#refresh(customer);
    if (kind === "report") return this.#report(customer);
    if (kind === "click") return this.click(pick(this.#links));
    if (kind === "list") return this.#list();
    return {
      kind,
      method: "GET",
      path: this.#world.apiPath + getOverview.path,
      headers: bearer(customer.token),
      isExpected: isOk,
      answered: () => {},
    };
  }

  /** Refreshes one computer after the other, because a key allows 60 calls a minute. */
  renewal(): Asked {
    this.#renewed += 1;
    const customer = this.#customers[this.#renewed % this.#customers.length];
    if (customer === undefined) throw new Error("There are fewer customers than lanes");
    return this.#refresh(customer);
  }

  /** The next unanswered request; undefined if none is left. */
  left(): Asked | undefined {
    const [refreshing] = this.#refreshing.keys();
    if (refreshing !== undefined) return this.#refresh(refreshing);
    const [reporting] = this.#reporting.keys();
    return reporting === undefined ? undefined : this.#report(reporting);
  }

  #refresh(customer: Customer): Asked {
    const attemptId = this.#refreshing.get(customer) ?? randomUUID();
    this.#refreshing.set(customer, attemptId);
    return this.#post("refresh", refresh.path, { ...customer.proof, attemptId }, (body) => {
      const { refreshSecret } = z.object({ refreshSecret: z.string() }).parse(JSON.parse(body));
      customer.proof = { ...customer.proof, refreshSecret };
      this.#refreshing.delete(customer);
    });
  }

  #report(customer: Customer): Asked {
    const { sent, answered } = this.#world.journal.reported;
    const entry = this.#reporting.get(customer) ?? { id: randomUUID(), at: new Date().toISOString() };
    this.#reporting.set(customer, entry);
    const name = `${customer.userId}/${entry.id}`;
    sent.add(name);
    const entries = [{ ...entry, type: "video_created", status: "success" }];
    const body = { ...customer.proof, sentAt: new Date().toISOString(), entries };
    return this.#post("report", report.path, body, () => {
      answered.add(name);
      this.#reporting.delete(customer);
    });
  }

  click(code: string): Asked {
    const counted = countOf(this.#world.journal, this.#world.links.get(code) ?? "");
    counted.sent += 1;
    return {
      kind: "click",
      method: "GET",
      path: `/r/${code}`,
      // Makes each click come from another visitor.
      headers: { "user-agent": `Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 ${randomUUID()}` },
      isExpected: isRedirect,
      answered: () => {
        counted.answered += 1;
      },
    };
  }

  #list(): Asked {
    const { path } = Math.random() < 0.5 ? listUsers : listKeys;
    return {
      kind: "list",
      method: "GET",
      path: this.#world.apiPath + path,
      headers: bearer(this.#world.operatorToken()),
      isExpected: isOk,
      answered: () => {},
    };
  }

  #post(kind: Kind, path: string, body: object, answered: (body: string) => void): Asked {
    return {
      kind,
      method: "POST",
      path: this.#world.apiPath + path,
      headers: json,
      body: JSON.stringify(body),
      isExpected: isOk,
      answered,
    };
  }
}

function countOf({ clicks }: Journal, affiliateId: string): { sent: number; answered: number } {
  const known = clicks.get(affiliateId) ?? { sent: 0, answered: 0 };
  clicks.set(affiliateId, known);
  return known;
}

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error("There is nothing to pick from");
  return one;
}

function kindAt(place: number): Kind {
  let sum = 0;
  for (const kind of KINDS) {
    sum += DAY[kind];
    if (place < sum) return kind;
  }
  return "dashboard";
}
