import { type Context, changeUser } from "./context.ts";
import { CognitoError, invalidParameter, notAuthorized } from "./errors.ts";
import { STANDARD_ATTRIBUTES } from "./pool.ts";
import type { User } from "./users.ts";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const SET_BY_POOL = ["sub", "email_verified", "phone_number_verified"];

/** Refuses attributes that the client may not write, and those that only the pool sets. */
export function assertWritable(context: Context, attributes: Record<string, string>): void {
  const writable = context.pool.client.writeAttributes;
  for (const name of Object.keys(attributes)) {
    if (SET_BY_POOL.includes(name)) {
      throw notAuthorized(`Cannot modify the non-mutable attribute ${name}`);
    }
    if (writable && !writable.includes(name)) {
      throw notAuthorized("A client attempted to write unauthorized attribute");
    }
  }
}

/** A new user (without `before`) may set immutable attributes and must set the required ones. */
export function assertSchema(context: Context, attributes: Record<string, string>, before?: User): void {
  for (const [name, value] of Object.entries(attributes)) {
    const rule = context.pool.schema.find((one) => one.name === name);
    if (!rule && !STANDARD_ATTRIBUTES.has(name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: Type for attribute {${name}} could not be determined`,
      );
    }
    if (name === "sub" || (before && rule?.mutable === false && before.attributes[name] !== value)) {
      throw invalidParameter(`user.${name}: Attribute cannot be updated.`);
    }
    if (name === "email" && !EMAIL.test(value)) throw invalidParameter("Invalid email address format.");
  }
  if (before) return;
  for (const rule of context.pool.schema) {
    if (rule.required && rule.name !== "sub" && attributes[rule.name] === undefined) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${rule.name}: The attribute ${rule.name} is required\n`,
      );
    }
  }
}

/** A new user's attributes. If the pool uses email addresses as user names, `email` is the user name. */
export function attributesOfNew(
  context: Context,
  username: string,
  given: Record<string, string>,
): Record<string, string> {
  if (!context.pool.usernameAttributes.includes("email")) return given;
  if (!EMAIL.test(username)) throw invalidParameter("Username should be an email.");
  if (given.email !== undefined && given.email !== username) {
    throw invalidParameter("Attribute email does not match the username.");
  }
  return { ...given, email: username };
}

export function assertFree(context: Context, name: string): void {
  if (context.store.findUser(name)) {
    const what = context.pool.usernameAttributes.includes("email")
      ? "An account with the given email already exists."
      : "User already exists";
    throw new CognitoError("UsernameExistsException", what);
  }
}

export function assertAddressFree(context: Context, user: User, email: string): void {
  const holder = context.store.findUser(email);
  if (holder && holder.username !== user.username) {
    throw new CognitoError("AliasExistsException", "An account with the given email already exists.");
  }
}

export function writeAttributes(context: Context, user: User, attributes: Record<string, string>): User {
  return changeUser(context, user.username, (current) => ({
    ...current,
    attributes: Object.fromEntries(
      Object.entries({ ...current.attributes, ...attributes }).filter(([, value]) => value !== ""),
    ),
  }));
}
