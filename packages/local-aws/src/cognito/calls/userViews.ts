import { attributeList, type User } from "../users.ts";
import { mfaSettings } from "./account.ts";

const seconds = (instant: number) => instant / 1000;

export function userSummary(user: User) {
  return { ...common(user), Attributes: attributeList(user) };
}

export function userDetails(user: User) {
  return { ...common(user), UserAttributes: attributeList(user), ...mfaSettings(user) };
}

function common(user: User) {
  return {
    Username: user.username,
    UserStatus: user.status,
    Enabled: user.enabled,
    UserCreateDate: seconds(user.createdAt),
    UserLastModifiedDate: seconds(user.modifiedAt),
  };
}
