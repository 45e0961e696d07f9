import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod/mini";
import type { SecretModel, StackModel } from "../template/model.ts";
import { stableId } from "../template/stableId.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf, unknownOperation } from "./body.ts";
import { AwsError, jsonAnswer } from "./errors.ts";
import type { AwsCall, Service } from "./types.ts";

const VERSION = z.object({ id: z.string(), value: z.string(), createdAt: z.string() });
const STORED = z.record(z.string(), z.array(VERSION));
type Version = z.infer<typeof VERSION>;

export type SecretStore = {
  /** The current value; undefined before the first put. */
  get(name: string): string | undefined;
  put(name: string, value: string): string;
  versions(name: string): readonly Version[];
};

/** Secrets in one file that only its owner can read. The newest version of a secret is first. */
export function secretStore(file: string, now: () => Date): SecretStore {
  const stored = existsSync(file) ? STORED.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const secrets = new Map(Object.entries(stored));
  const versions = (name: string) => secrets.get(name) ?? [];
  return {
    get: (name) => versions(name)[0]?.value,
    versions,
    put(name, value) {
      const [current] = versions(name);
      if (current?.value === value) return current.id;
      const id = crypto.randomUUID();
      // Keeps two versions, AWSCURRENT and AWSPREVIOUS.
      const kept = [{ id, value, createdAt: now().toISOString() }, ...versions(name)].slice(0, 2);
      secrets.set(name, kept);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(secrets), null, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
      return id;
    },
  };
}

const GET = z.object({
  SecretId: z.string(),
  VersionStage: z.optional(z.string()),
  VersionId: z.optional(z.string()),
});
const PUT = z.object({ SecretId: z.string(), SecretString: z.string() });

export function secretsManager(model: () => StackModel, store: SecretStore, authorize: Authorize): Service {
  const need = (call: AwsCall, id: string) => {
    const { region, accountId, secrets } = model();
    const secret = secrets.find((candidate) => named(candidate, id));
    const arn = secret ? fullArn(secret.arn) : `arn:aws:secretsmanager:${region}:${accountId}:secret:${id}`;
    authorize(call, [{ action: `secretsmanager:${call.operation}`, resource: arn }]);
    if (!secret)
      throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    return { name: secret.name, arn };
  };
  return (call) => {
    if (call.operation === "GetSecretValue") {
      const input = bodyOf(call, GET);
      const { name, arn } = need(call, input.SecretId);
      const [current, previous] = store.versions(name);
      const chosen = input.VersionStage === "AWSPREVIOUS" ? previous : current;
      if (!chosen || (input.VersionId && input.VersionId !== chosen.id)) {
        throw new AwsError(
          "ResourceNotFoundException",
          `Secrets Manager can't find the specified secret value for staging label: ${input.VersionStage ?? "AWSCURRENT"}`,
        );
      }
      return jsonAnswer({
        ARN: arn,
        Name: name,
        VersionId: chosen.id,
        SecretString: chosen.value,
        VersionStages: [chosen === current ? "AWSCURRENT" : "AWSPREVIOUS"],
        CreatedDate: Date.parse(chosen.createdAt) / 1000,
      });
    }
    if (call.operation === "PutSecretValue") {
      const input = bodyOf(call, PUT);
      const { name, arn } = need(call, input.SecretId);
      const VersionId = store.put(name, input.SecretString);
      return jsonAnswer({ ARN: arn, Name: name, VersionId, VersionStages: ["AWSCURRENT"] });
    }
    throw unknownOperation(call);
  };
}

function named(secret: SecretModel, id: string): boolean {
  return id === secret.name || id === secret.arn || id === fullArn(secret.arn);
}

/** AWS appends six random characters to the name, which policies match with `-??????`. */
function fullArn(arn: string): string {
  return /-[A-Za-z0-9]{6}$/.test(arn) ? arn : `${arn}-${stableId(arn, 6, "mixed")}`;
}
