import {
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetAccountCommand, SESv2Client, TooManyRequestsException } from "@aws-sdk/client-sesv2";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { connectKms } from "../support/kms.ts";
import { FUNCTION_PREFIX } from "./environment.ts";
import { pass } from "./wire.ts";

type PoolInput = { Username?: string; UserAttributes?: { Name: string; Value: string }[] };
export type PoolUser = {
  sub: string;
  email: string;
  enabled: boolean;
  signedInAt: number;
  signedOutAt?: number;
  factor?: boolean;
};

export type SentMail = { to: string; subject: string; text: string; html: string; headers: string[] };

/** The daily quota of an account that has left the sandbox. */
const MAIL_QUOTA = 50_000;

/** The services other than the database, in memory. They answer every client of this process. */
export class Services {
  /** Customers by user id, and operators by address. */
  readonly users = new Map<string, PoolUser>();
  readonly queues = new Map<string, string[]>();
  readonly secrets = new Map<string, string>();
  /** All sent mails, the newest last. */
  readonly sent: SentMail[] = [];
  /** Number of mails that SES accepts in total. */
  mailQuota = MAIL_QUOTA;

  onMessage: (queue: string, body: string) => void = () => {};

  onInvoke: (id: string, event: unknown) => Promise<unknown> = async () => undefined;

  clear(): void {
    this.users.clear();
    this.queues.clear();
    this.secrets.clear();
    this.sent.length = 0;
    this.mailQuota = MAIL_QUOTA;
  }

  connect(): void {
    Object.assign(SQSClient.prototype, { send: (command: unknown) => this.#enqueue(command) });
    Object.assign(SESv2Client.prototype, { send: (command: unknown) => this.#mail(command) });
    Object.assign(LambdaClient.prototype, { send: (command: unknown) => this.#invoke(command) });
    connectKms();
    Object.assign(SecretsManagerClient.prototype, {
      send: async ({ input }: { input: { SecretId: string } }) => ({
        SecretString: this.secrets.get(input.SecretId),
      }),
    });
    Object.assign(CognitoIdentityProviderClient.prototype, {
      send: (command: { constructor: { name: string }; input: { Username?: string } }) =>
        pass("cognito", command.constructor.name, () => this.#pool(command)),
    });
  }

  #enqueue(command: unknown): Promise<unknown> {
    if (!(command instanceof SendMessageBatchCommand))
      throw new Error("The queue does not know this command");
    const { QueueUrl = "", Entries = [] } = command.input;
    return pass("sqs", "SendMessageBatch", () => {
      const queue = this.queues.get(QueueUrl) ?? [];
      queue.push(...Entries.map(({ MessageBody = "" }) => MessageBody));
      this.queues.set(QueueUrl, queue);
      for (const { MessageBody = "" } of Entries) this.onMessage(QueueUrl, MessageBody);
      return { Successful: [], Failed: [] };
    });
  }

  #invoke(command: unknown): Promise<unknown> {
    if (!(command instanceof InvokeCommand)) throw new Error("Lambda does not know this command");
    const { FunctionName = "", Payload } = command.input;
    const id = FunctionName.slice(FUNCTION_PREFIX.length + 1).replace("-", "/");
    return pass("lambda", "Invoke", async () => {
      const answer = await this.onInvoke(id, JSON.parse(String(Payload)));
      return { Payload: new TextEncoder().encode(JSON.stringify(answer)) };
    });
  }

  #mail(command: unknown): Promise<unknown> {
    if (command instanceof GetAccountCommand)
      return pass("ses", "GetAccount", () => ({
        SendingEnabled: true,
        SendQuota: { MaxSendRate: 14, Max24HourSend: this.mailQuota, SentLast24Hours: this.sent.length },
      }));
    const { input } = command as {
      input: {
        Destination: { ToAddresses: string[] };
        Content: {
          Simple: {
            Subject: { Data: string };
            Body: { Text: { Data: string }; Html: { Data: string } };
            Headers?: { Name: string; Value: string }[];
          };
        };
      };
    };
    return pass("ses", "SendEmail", () => {
      if (this.sent.length >= this.mailQuota)
        throw new TooManyRequestsException({ message: "Daily message quota exceeded", $metadata: {} });
      const { Subject, Body, Headers = [] } = input.Content.Simple;
      this.sent.push({
        to: input.Destination.ToAddresses.join(),
        subject: Subject.Data,
        text: Body.Text.Data,
        html: Body.Html.Data,
        headers: Headers.map(({ Name, Value }) => `${Name}: ${Value}`),
      });
      return {};
    });
  }

  #pool(command: { constructor: { name: string }; input: PoolInput }): unknown {
    // This command has an access token instead of a user name.
    if (command.constructor.name === "AssociateSoftwareTokenCommand")
      return { SecretCode: "JBSWY3DPEHPK3PXP" };
    if (command.constructor.name === "VerifySoftwareTokenCommand") return {};
    const user = this.users.get(command.input.Username ?? "");
    if (!user) throw new UserNotFoundException({ message: "User does not exist.", $metadata: {} });
    switch (command.constructor.name) {
      case "AdminGetUserCommand":
        return {
          UserAttributes: [
            { Name: "sub", Value: user.sub },
            { Name: "email", Value: user.email },
          ],
          UserMFASettingList: [],
        };
      case "AdminDeleteUserCommand":
        this.users.delete(command.input.Username ?? "");
        return {};
      case "AdminDisableUserCommand":
        user.enabled = false;
        return {};
      case "AdminEnableUserCommand":
        user.enabled = true;
        return {};
      case "AdminSetUserMFAPreferenceCommand": {
        const { input } = command as { input: { SoftwareTokenMfaSettings?: { Enabled?: boolean } } };
        user.factor = input.SoftwareTokenMfaSettings?.Enabled === true;
        return {};
      }
      case "AdminDeleteSoftwareTokenCommand":
        user.factor = false;
        return {};
      case "AdminUserGlobalSignOutCommand":
        user.signedOutAt = Date.now();
        return {};
      case "AdminResetUserPasswordCommand":
        return {};
      case "AdminUpdateUserAttributesCommand":
        user.email = command.input.UserAttributes?.find(({ Name }) => Name === "email")?.Value ?? user.email;
        return {};
      default:
        throw new Error(`The user pool does not know ${command.constructor.name}`);
    }
  }
}
