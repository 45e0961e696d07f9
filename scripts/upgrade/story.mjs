/**
 * Runs in a checkout of an old commit, with that commit's own modules: `node story.mjs <commit> <port> <output file>`,
 * the checkout as the working directory. Starts that commit's stack, does there what customers and the operator do,
 * and writes what stays behind: rows, user pool, sandbox, secrets, the computers' files, and the API's answers.
 *
 * Plain JavaScript, because it uses modules that the working tree no longer has. scripts/upgradeFixture.ts runs it.
 */
import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { platform, release } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const [, , commit = "", port = "", output = ""] = process.argv;
const root = process.cwd();
const old = (file) => import(pathToFileURL(path.join(root, file)).href);
const oldPackage = createRequire(path.join(root, "package.json"));
const run = promisify(execFile);

const DAY_SECONDS = 24 * 60 * 60;
/** Almost two months: subscriptions have renewed once, and will again within the week. */
const BEGINNING_DAYS = 58;
/** More than a month: subscriptions that could not renew are past due. */
const PAST_DUE_DAYS = 33;
const TOTP_STEP_MS = 30_000;

const { startStack } = await old("local/stack.ts");
const { ENDPOINTS } = await old("shared/endpoints.ts");
const { callApi, post, settle } = await old("local/seed/api.ts");
const { seedAffiliates } = await old("local/seed/affiliates.ts");
const { signUp, refund } = await old("local/seed/affiliateSteps.ts");
const { purchase } = await old("local/seed/checkout.ts");
const { PEOPLE } = await old("local/seed/people.ts");
const { signInOnce } = await old("local/seed/signIn.ts");
const { stripeApi } = await old("local/seed/stripeApi.ts");
const { totpCode } = await old("local/cognito/totp.ts");
const { signIn } = await old("local/cognito/client.ts");
const { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } = await old("local/aws/identity.ts");
const { DynamoDBClient } = oldPackage("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, ScanCommand } = oldPackage("@aws-sdk/lib-dynamodb");
const cognito = oldPackage("@aws-sdk/client-cognito-identity-provider");

const dataDir = path.join(root, ".local", "upgrade");
rmSync(dataDir, { recursive: true, force: true });
const running = await startStack({ dataDir, port: Number(port), reset: true, slack: 10, quiet: true });
const stack = running.file;
const stripe = { url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey };
const control = (call, body) => post(`${stack.controlUrl}/${call}`, body);
const call = (id, input, person) => callApi(stack, ENDPOINTS[id], input, person);

/** The old desktop client; a folder is a computer. */
async function computer(name, ...command) {
  const folder = path.join(dataDir, "computers", name);
  mkdirSync(folder, { recursive: true });
  const { stdout } = await run(process.execPath, [
    "clients/desktop/bin/articlip-license.mjs",
    ...command,
    ...["--dir", folder, "--url", stack.apiUrl, "--name", `Computer of ${name}`, "--json"],
  ]);
  const said = JSON.parse(stdout);
  if (!said.ok) throw new Error(`The computer of ${name}: ${stdout}`);
  return said;
}

async function buy(name, product) {
  const person = await signUp(stack, `${name}@example.com`);
  const sessionId = await purchase(stack, person.token, product);
  const { licenseKey } = await call("stripeEvents/getCheckout", { sessionId }, person);
  await computer(name, "activate", licenseKey);
  return { ...person, sessionId };
}

/** A checkout session's charge and Stripe customer. */
async function chargeOf({ sessionId }) {
  const session = await stripeApi(stripe, "GET", `/checkout/sessions/${sessionId}`);
  const { data } = await stripeApi(stripe, "GET", "/charges", { customer: session.customer });
  return { charge: data[0].id, customer: session.customer };
}

const operator = async () => ({ token: await signInOnce(stack, PEOPLE.operator) });

async function idOf(person) {
  return (await call("accounts/getAccount", {}, person)).account.id;
}

async function freeKey(name) {
  const person = await signUp(stack, `${name}@example.com`);
  const { licenseKey } = await call("licenses/createFreeKey", {}, person);
  await computer(name, "activate", licenseKey);
  return { ...person, licenseKey };
}

/** A person's key, from the operator's list. */
async function keyIdOf(person) {
  const { keys } = await call("licenses/listKeys", {}, await operator());
  const userId = await idOf(person);
  return keys.find((key) => key.user_id === userId).id;
}

/** Enrolls an authenticator like the account page. */
async function enroll(person) {
  const { endpoint } = stack.cognito;
  const client = new cognito.CognitoIdentityProviderClient({ endpoint, region: stack.dynamodb.region });
  const AccessToken = person.token;
  const { SecretCode } = await client.send(new cognito.AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = totpCode(SecretCode, Math.floor(Date.now() / TOTP_STEP_MS));
  await client.send(new cognito.VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await client.send(new cognito.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
}

/** Makes the subscription's next payment fail. */
async function spoilCard(person) {
  const { customer } = await chargeOf(person);
  const card = await stripeApi(stripe, "POST", "/payment_methods/pm_card_chargeCustomerFail/attach", {
    customer,
  });
  const { data } = await stripeApi(stripe, "GET", "/subscriptions", { customer });
  await stripeApi(stripe, "POST", `/subscriptions/${data[0].id}`, { default_payment_method: card.id });
}

async function story() {
  await seedAffiliates(stack);
  await control("clock", { backSeconds: BEGINNING_DAYS * DAY_SECONDS });

  await freeKey("free");
  await computer("free", "report", "--type", "video", "--title", "A first film");
  const swapped = await freeKey("swapped");
  await call("licenses/nameSeat", { licenseKey: swapped.licenseKey, name: "Studio" }, swapped);
  await call("licenses/swapSeat", { licenseKey: swapped.licenseKey }, swapped);
  const revoked = await freeKey("revoked");
  await call("licenses/revokeKey", { keyId: await keyIdOf(revoked) }, await operator());
  const given = await signUp(stack, "given@example.com");
  const made = { userId: await idOf(given), duration: "yearly" };
  const { licenseKey } = await call("licenses/createLicenseKey", made, await operator());
  await computer("given", "activate", licenseKey);

  await buy("subscriber", "monthly");
  await buy("owner", "lifetime");
  const canceling = await buy("canceling", "monthly");
  const refunded = await buy("refunded", "lifetime");
  const suspended = await buy("suspended", "monthly");
  const disputed = await buy("disputed", "monthly");
  await signUp(stack, "nothing@example.com");

  await control("clock", { advanceSeconds: (BEGINNING_DAYS - PAST_DUE_DAYS) * DAY_SECONDS });
  await settle(stack);
  await spoilCard(await buy("past-due", "monthly"));
  await control("clock", { advanceSeconds: PAST_DUE_DAYS * DAY_SECONDS });
  await settle(stack);
  await control("clock", { reset: true });
  await settle(stack);

  const again = async ({ email }) => ({ token: await signInOnce(stack, { ...PEOPLE.visitor, email }) });
  await refund(stack, refunded.sessionId);
  await call("subscriptions/cancelSubscription", { atPeriodEnd: true }, await again(canceling));
  await post(`${stripe.url}/_control/disputes`, { ...(await chargeOf(disputed)), reason: "fraudulent" });
  await settle(stack);
  const userId = await idOf(await again(suspended));
  await call("customers/suspendUser", { userId, suspended: true }, await operator());
  await enroll(await signUp(stack, "guarded@example.com"));
  for (const name of ["free", "subscriber", "owner", "given"]) await computer(name, "refresh");
  await settle(stack);
}

/** Every reading call without parameters. */
const reads = (audience) =>
  Object.entries(ENDPOINTS).filter(
    ([, { method, path: at, audience: whose }]) =>
      method === "GET" && whose === audience && !at.includes("{"),
  );

async function answersFor(audience, token) {
  const answers = {};
  for (const [id, contract] of reads(audience)) {
    const response = await fetch(stack.apiUrl + contract.path, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    answers[id] = { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }
  return answers;
}

async function rowsOf(table) {
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: stack.dynamodb.endpoint,
      region: stack.dynamodb.region,
      credentials: { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY },
    }),
  );
  const rows = [];
  let ExclusiveStartKey;
  do {
    const page = await documents.send(new ScanCommand({ TableName: table, ExclusiveStartKey }));
    rows.push(...page.Items);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return rows;
}

function filesBelow(folder, wanted = () => true) {
  return Object.fromEntries(
    globSync("**/*", { cwd: folder })
      .filter((file) => statSync(path.join(folder, file)).isFile() && wanted(file))
      .sort()
      .map((file) => [file.replaceAll("\\", "/"), readFileSync(path.join(folder, file), "utf8")]),
  );
}

await story();
const own = ["free", "swapped", "revoked", "given", "subscriber", "owner", "canceling", "refunded"];
own.push("suspended", "past-due", "disputed", "nothing", "guarded");
const affiliates = ["new", "earning", "waiting", "asking", "approved", "paid", "suspended", "owing"];
const people = [...own, ...affiliates.map((state) => `affiliate-${state}`)].map((name) => ({
  email: `${name}@example.com`,
  password: PEOPLE.visitor.password,
}));

const customers = [];
for (const person of [...people, PEOPLE.customer, PEOPLE.visitor]) {
  // Suspended people cannot sign in here, and this client does not support an authenticator.
  const tokens = await signIn(stack.cognito, person.email, person.password).catch(() => null);
  const answers = tokens && (await answersFor("customer", tokens.accessToken));
  customers.push({ ...person, refreshToken: tokens?.refreshToken ?? null, answers });
}
const desk = await answersFor("operator", (await operator()).token);

const rows = {};
for (const [name, table] of Object.entries(stack.dynamodb.tables)) rows[name] = await rowsOf(table);
const madeAt = new Date().toISOString();
await running.close();

/** A deployment's data outside its tables: the user pool, Stripe's side, the secrets. */
const isKept = (file) => /^(cognito[\\/].*|stripe\.json|secrets\.json)$/.test(file);
const fixture = {
  commit,
  madeAt,
  port: Number(port),
  files: filesBelow(path.join(dataDir, "data"), isKept),
  computers: filesBelow(path.join(dataDir, "computers")),
  client: filesBelow(path.join(root, "clients/desktop"), (file) => /\.(ts|mjs|json)$/.test(file)),
  rows,
  operator: { ...PEOPLE.operator, refreshToken: null, answers: desk },
  customers,
};
// Replaces this machine's system in the computers' names.
writeFileSync(output, JSON.stringify(fixture).replaceAll(`${platform()} ${release()}`, "linux 6.1.0"));
