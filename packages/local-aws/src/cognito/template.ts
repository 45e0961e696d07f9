import * as z from "zod/mini";
import {
  type PoolClient,
  type PoolDescription,
  standardOrCustom,
  TRIGGER_NAMES,
  type TriggerName,
} from "./pool.ts";

// Converts AWS::Cognito::UserPool, UserPoolClient and UserPoolGroup, with intrinsics resolved and CloudFormation's
// defaults filled in, to the server's description.

const Flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(["true", "false"]),
    z.transform((text) => text === "true"),
  ),
]);
const Count = z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))]);

const PasswordPolicyProperties = z.looseObject({
  MinimumLength: z._default(Count, 8),
  RequireUppercase: z._default(Flag, false),
  RequireLowercase: z._default(Flag, false),
  RequireNumbers: z._default(Flag, false),
  RequireSymbols: z._default(Flag, false),
  TemporaryPasswordValidityDays: z._default(Count, 7),
});

const Ignored = z.optional(z.unknown());
const Message = z.optional(z.string());

const UserPoolProperties = z.strictObject({
  UserPoolName: z.optional(z.string()),
  Policies: z.optional(z.looseObject({ PasswordPolicy: z.optional(PasswordPolicyProperties) })),
  UsernameAttributes: z._default(z.array(z.literal("email")), []),
  UsernameConfiguration: z.optional(z.looseObject({ CaseSensitive: z._default(Flag, true) })),
  AliasAttributes: z.optional(z.undefined("sign-in aliases beside the user name are not supported")),
  AutoVerifiedAttributes: z._default(z.array(z.string()), []),
  UserAttributeUpdateSettings: z.optional(
    z.looseObject({ AttributesRequireVerificationBeforeUpdate: z._default(z.array(z.string()), []) }),
  ),
  Schema: z._default(
    z.array(
      z.looseObject({
        Name: z.string(),
        Required: z._default(Flag, false),
        Mutable: z._default(Flag, true),
        DeveloperOnlyAttribute: z.optional(z.literal(false)),
      }),
    ),
    [],
  ),
  LambdaConfig: z._default(z.record(z.string(), z.unknown()), {}),
  AdminCreateUserConfig: z.optional(
    z.looseObject({
      AllowAdminCreateUserOnly: z._default(Flag, false),
      InviteMessageTemplate: z.optional(z.looseObject({ EmailMessage: Message, EmailSubject: Message })),
    }),
  ),
  MfaConfiguration: z._default(z.enum(["OFF", "ON", "OPTIONAL"]), "OFF"),
  EnabledMfas: z.optional(z.array(z.literal("SOFTWARE_TOKEN_MFA", "only authenticator apps are supported"))),
  EmailConfiguration: z.optional(z.looseObject({ From: Message })),
  VerificationMessageTemplate: z.optional(
    z.looseObject({
      DefaultEmailOption: z.optional(z.literal("CONFIRM_WITH_CODE", "only codes are supported")),
      EmailMessage: Message,
      EmailSubject: Message,
    }),
  ),
  EmailVerificationMessage: Message,
  EmailVerificationSubject: Message,
  AccountRecoverySetting: z.optional(
    z.looseObject({
      RecoveryMechanisms: z.array(
        z.looseObject({
          Name: z.enum(["verified_email", "admin_only"], "only recovery by email or admin is supported"),
        }),
      ),
    }),
  ),
  // These change nothing that a client of the local pool can see.
  DeletionProtection: Ignored,
  UserPoolAddOns: Ignored,
  UserPoolTags: Ignored,
  UserPoolTier: z._default(z.enum(["LITE", "ESSENTIALS", "PLUS"]), "ESSENTIALS"),
});

const Unit = z.enum(["seconds", "minutes", "hours", "days"]);
const ClientProperties = z.strictObject({
  ClientName: z.optional(z.string()),
  GenerateSecret: z.optional(z.literal(false, "a client with a secret is not for browsers")),
  ExplicitAuthFlows: z._default(z.array(z.string()), [
    "ALLOW_REFRESH_TOKEN_AUTH",
    "ALLOW_USER_SRP_AUTH",
    "ALLOW_CUSTOM_AUTH",
  ]),
  AccessTokenValidity: z._default(Count, 0),
  IdTokenValidity: z._default(Count, 0),
  RefreshTokenValidity: z._default(Count, 0),
  TokenValidityUnits: z._default(
    z.looseObject({
      AccessToken: z.optional(Unit),
      IdToken: z.optional(Unit),
      RefreshToken: z.optional(Unit),
    }),
    {},
  ),
  AuthSessionValidity: z._default(Count, 3),
  PreventUserExistenceErrors: z._default(z.enum(["ENABLED", "LEGACY"]), "LEGACY"),
  ReadAttributes: z.optional(z.array(z.string())),
  WriteAttributes: z.optional(z.array(z.string())),
  EnableTokenRevocation: z._default(Flag, true),
  AllowedOAuthFlowsUserPoolClient: z.optional(z.literal(false, "hosted login is not supported")),
  SupportedIdentityProviders: z.optional(z.array(z.literal("COGNITO", "only the pool itself is supported"))),
  UserPoolId: Ignored,
});

const GroupProperties = z.strictObject({
  GroupName: z.string(),
  Description: z.optional(z.string()),
  Precedence: z.optional(Count),
  UserPoolId: Ignored,
});

export type TemplateResource = { logicalId: string; properties: unknown };

/** One pool with its client and its groups. @throws for an unsupported property */
export function poolFromTemplate(resources: {
  pool: TemplateResource;
  client: TemplateResource;
  groups: readonly TemplateResource[];
  /** What the pool's web ACL allows, as regular expressions over operations' names. */
  firewall?: { open: string; withSecret: string; header: string; secret: string } | null;
}): PoolDescription {
  const pool = read(UserPoolProperties, resources.pool);
  const policy = PasswordPolicyProperties.parse(pool.Policies?.PasswordPolicy ?? {});
  const triggers = triggersIn(resources.pool.logicalId, pool.LambdaConfig);
  if (pool.UserPoolTier === "LITE" && triggers.tokenTriggerVersion !== "V1_0")
    throw new Error(
      `${resources.pool.logicalId}: Cognito refuses the token trigger ${triggers.tokenTriggerVersion} on the plan LITE`,
    );
  return {
    logicalId: resources.pool.logicalId,
    name: pool.UserPoolName ?? resources.pool.logicalId,
    passwordPolicy: {
      minimumLength: policy.MinimumLength,
      requireUppercase: policy.RequireUppercase,
      requireLowercase: policy.RequireLowercase,
      requireNumbers: policy.RequireNumbers,
      requireSymbols: policy.RequireSymbols,
      temporaryPasswordSeconds: policy.TemporaryPasswordValidityDays * SECONDS.days,
    },
    usernameAttributes: pool.UsernameAttributes,
    caseSensitive: pool.UsernameConfiguration?.CaseSensitive ?? true,
    autoVerifiedAttributes: pool.AutoVerifiedAttributes,
    verifyBeforeUpdate: pool.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate ?? [],
    schema: pool.Schema.map((rule) => ({
      name: standardOrCustom(rule.Name),
      required: rule.Required,
      mutable: rule.Mutable,
    })),
    ...triggers,
    recovery: pool.AccountRecoverySetting?.RecoveryMechanisms.some(({ Name }) => Name === "admin_only")
      ? "admin"
      : "email",
    adminCreateUserOnly: pool.AdminCreateUserConfig?.AllowAdminCreateUserOnly ?? false,
    mfa: pool.MfaConfiguration,
    ...(resources.firewall ? { firewall: resources.firewall } : {}),
    mail: mailOf(pool),
    client: clientFrom(resources.client),
    groups: resources.groups.map((group) => {
      const { GroupName, Description, Precedence } = read(GroupProperties, group);
      return {
        name: GroupName,
        ...(Description === undefined ? {} : { description: Description }),
        ...(Precedence === undefined ? {} : { precedence: Precedence }),
      };
    }),
  };
}

function mailOf(pool: z.infer<typeof UserPoolProperties>): PoolDescription["mail"] {
  const verification = pool.VerificationMessageTemplate;
  const invitation = pool.AdminCreateUserConfig?.InviteMessageTemplate;
  return {
    from: pool.EmailConfiguration?.From ?? "no-reply@verificationemail.com",
    verification: {
      subject: verification?.EmailSubject ?? pool.EmailVerificationSubject ?? "Your verification code",
      message:
        verification?.EmailMessage ?? pool.EmailVerificationMessage ?? "Your verification code is {####}.",
    },
    invitation: {
      subject: invitation?.EmailSubject ?? "Your temporary password",
      message: invitation?.EmailMessage ?? "Your username is {username} and temporary password is {####}.",
    },
  };
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

function clientFrom(resource: TemplateResource): PoolClient {
  const client = read(ClientProperties, resource);
  const units = client.TokenValidityUnits;
  return {
    logicalId: resource.logicalId,
    name: client.ClientName ?? resource.logicalId,
    authFlows: client.ExplicitAuthFlows,
    accessTokenSeconds: client.AccessTokenValidity * SECONDS[units.AccessToken ?? "hours"] || SECONDS.hours,
    idTokenSeconds: client.IdTokenValidity * SECONDS[units.IdToken ?? "hours"] || SECONDS.hours,
    refreshTokenSeconds:
      client.RefreshTokenValidity * SECONDS[units.RefreshToken ?? "days"] || 30 * SECONDS.days,
    authSessionSeconds: client.AuthSessionValidity * SECONDS.minutes,
    preventUserExistenceErrors: client.PreventUserExistenceErrors === "ENABLED",
    readAttributes: client.ReadAttributes,
    writeAttributes: client.WriteAttributes,
    tokenRevocation: client.EnableTokenRevocation,
  };
}

const Configured = z.looseObject({
  LambdaArn: z.string(),
  LambdaVersion: z._default(z.enum(["V1_0", "V2_0", "V3_0"]), "V1_0"),
});

function triggersIn(
  logicalId: string,
  config: Record<string, unknown>,
): Pick<PoolDescription, "triggers" | "tokenTriggerVersion"> {
  const triggers: Partial<Record<TriggerName, string>> = {};
  const { PreTokenGenerationConfig, ...plain } = config;
  for (const [name, functionId] of Object.entries(plain)) {
    const known = TRIGGER_NAMES.find((one) => one === name);
    if (!known) throw new Error(`${logicalId}: the trigger ${name} does not run here`);
    if (typeof functionId !== "string")
      throw new Error(`${logicalId}: the trigger ${name} names no function`);
    triggers[known] = functionId;
  }
  if (PreTokenGenerationConfig === undefined) return { triggers, tokenTriggerVersion: "V1_0" };
  const { LambdaArn, LambdaVersion } = Configured.parse(PreTokenGenerationConfig);
  return { triggers: { ...triggers, PreTokenGeneration: LambdaArn }, tokenTriggerVersion: LambdaVersion };
}

function read<T>(schema: z.ZodMiniType<T>, resource: TemplateResource): T {
  const result = schema.safeParse(resource.properties ?? {});
  if (result.success) return result.data;
  throw new Error(`${resource.logicalId}: ${z.prettifyError(result.error)}`);
}
