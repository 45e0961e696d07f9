import type { Server } from "node:http";
import type { SecretStore } from "./aws/secrets.ts";
import type { Bucket } from "./cloudfront/bucket.ts";
import type { SiteHandler } from "./cloudfront/server.ts";
import type { StackClock } from "./control/clock.ts";
import type { SampleMail } from "./mail/message.ts";
import type { OutsideService } from "./outside/service.ts";
import type { StackModel } from "./template/model.ts";

export type LocalPorts = {
  site: number;
  control: number;
  aws: number;
  dynamodb: number;
  cognito: number;
  mail: number;
};

/** Gives the site this port and the other servers the next ports. */
export const portsFrom = (site: number): LocalPorts => ({
  site,
  control: site + 1,
  aws: site + 2,
  dynamodb: site + 3,
  cognito: site + 4,
  mail: site + 5,
});

/** A server in front of the site, such as a dev server. */
export type InFront = (site: {
  server: Server;
  model: () => StackModel;
  /** The default behavior's headers, adapted to this computer. */
  headers: () => Record<string, string>;
}) => Promise<{ wrap: (handler: SiteHandler) => SiteHandler; close: () => Promise<void> }>;

export type LocalAwsOptions = {
  /** The folder of `cdk synth`. If it is a promise, the database starts before the folder is written. */
  assembly: string | Promise<string>;
  dataDir: string;
  /** One file per function. Default: `logs` in the data directory. */
  logsDir?: string;
  ports: LocalPorts;
  /** A shared clock. Default: a clock that is stored in the data directory. */
  clock?: StackClock;
  /** Values of SSM parameters that no stack creates. */
  parameters?: Readonly<Record<string, string>>;
  /** Values of secrets. Missing ones are generated, as Secrets Manager does. */
  secrets?: SecretStore;
  outside?: readonly OutsideService[];
  /** A bucket's content, by its physical name. Default: empty. */
  bucket?: (name: string, model: StackModel) => Bucket;
  inFront?: InFront;
  /** Mails for /samples, created again at each visit. */
  sampleMail?: () => Promise<readonly SampleMail[]>;
  /** Any DynamoDB in place of the embedded one. */
  dynamodbEndpoint?: string | undefined;
  /** Deletes the template's tables in that DynamoDB first. */
  resetTables?: boolean;
  /** Whether tables have streams that functions follow. Default: true. */
  streams?: boolean;
  /** Whether schedules run as real time passes. Moving the clock runs them either way. Default: true. */
  schedules?: boolean;
  /** Multiplies functions' time limits. Default: 1. */
  slack?: number;
  compileCacheDir?: string;
  /** A folder with user pools' keys to reuse. */
  spareKeysDir?: string | undefined;
  log?: (line: string) => void;
  /** Functions' warnings and errors. */
  onFunctionLog?: (functionId: string, text: string) => void;
  /** Wraps each step, for example to report its duration. */
  timed?: <T>(step: string, work: Promise<T>) => Promise<T>;
};
