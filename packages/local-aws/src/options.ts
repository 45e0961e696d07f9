import type { Server } from "node:http";
import type { SecretStore } from "./aws/secrets.ts";
import type { Bucket } from "./cloudfront/bucket.ts";
import type { SiteHandler } from "./cloudfront/server.ts";
import type { StackClock } from "./control/clock.ts";
import type { SampleMail } from "./mail/message.ts";
import type { OutsideService } from "./outside/service.ts";
import type { StackModel } from "./template/model.ts";

/** Ports of 127.0.0.1. */
export type LocalPorts = {
  site: number;
  control: number;
  aws: number;
  dynamodb: number;
  cognito: number;
  mail: number;
};

/** The site's port, and the others beside it. */
export const portsFrom = (site: number): LocalPorts => ({
  site,
  control: site + 1,
  aws: site + 2,
  dynamodb: site + 3,
  cognito: site + 4,
  mail: site + 5,
});

/** Stands in front of the site, such as a dev server that builds pages on request. */
export type InFront = (site: {
  server: Server;
  model: () => StackModel;
  /** The headers that the default behavior adds, as they are on this machine. */
  headers: () => Record<string, string>;
}) => Promise<{ wrap: (handler: SiteHandler) => SiteHandler; close: () => Promise<void> }>;

export type LocalAwsOptions = {
  /** The folder that `cdk synth` wrote. The database starts while it is being written. */
  assembly: string | Promise<string>;
  /** Where everything is kept. */
  dataDir: string;
  /** One file for each function; `logs` in the data directory unless given. */
  logsDir?: string;
  ports: LocalPorts;
  /** A clock that others live by too; one that is kept in the data directory unless given. */
  clock?: StackClock;
  /** Values of SSM parameters that no stack makes. */
  parameters?: Readonly<Record<string, string>>;
  /** Values of secrets; those that are missing are made up, as Secrets Manager makes generated ones. */
  secrets?: SecretStore;
  /** Stand-ins for services outside of AWS. */
  outside?: readonly OutsideService[];
  /** The content of a bucket, by its physical name; empty unless given. */
  bucket?: (name: string, model: StackModel) => Bucket;
  inFront?: InFront;
  /** Kinds of mail that the mailbox shows at /samples; asked for at each opening. */
  sampleMail?: () => Promise<readonly SampleMail[]>;
  /** Any DynamoDB in place of the embedded one. */
  dynamodbEndpoint?: string | undefined;
  /** Empties that other DynamoDB's tables first. */
  resetTables?: boolean;
  /** Whether tables have streams, and functions follow them. On unless given. */
  streams?: boolean;
  /** Whether schedules run as real time passes; moving the clock runs them all the same. On unless given. */
  schedules?: boolean;
  /** How many times longer than at AWS a function may take. 1 unless given. */
  slack?: number;
  /** Keeps compiled code of functions there. */
  compileCacheDir?: string;
  /** Where user pools find signing keys in place of new ones. */
  spareKeysDir?: string | undefined;
  /** What a person should know. */
  log?: (line: string) => void;
  /** What functions write as warnings and errors. */
  onFunctionLog?: (functionId: string, text: string) => void;
  /** Waits for a step, and may say how long it took. */
  timed?: <T>(step: string, work: Promise<T>) => Promise<T>;
};
