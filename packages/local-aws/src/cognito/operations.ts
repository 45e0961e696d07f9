import {
  changePassword,
  deleteUser,
  deleteUserAttributes,
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from "./calls/account.ts";
import {
  adminAddUserToGroup,
  adminConfirmSignUp,
  adminCreateUser,
  adminDeleteUser,
  adminDisableUser,
  adminEnableUser,
  adminGetUser,
  adminRemoveUserFromGroup,
  adminResetUserPassword,
  adminSetUserPassword,
  adminUpdateUserAttributes,
  adminUserGlobalSignOut,
} from "./calls/admin.ts";
import { listUsers, listUsersInGroup } from "./calls/lists.ts";
import {
  adminDeleteSoftwareToken,
  adminSetUserMfaPreference,
  associateSoftwareToken,
  getUserPoolMfaConfig,
  setUserMfaPreference,
  verifySoftwareToken,
} from "./calls/mfa.ts";
import { confirmForgotPassword, forgotPassword } from "./calls/recovery.ts";
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from "./calls/refresh.ts";
import { initiateAuth, respondToAuthChallenge } from "./calls/signIn.ts";
import { confirmSignUp, resendConfirmationCode, signUp } from "./calls/signUp.ts";
import type { Call } from "./context.ts";

/** Public operations, which the client's id, a code or an access token authorizes. */
export const PUBLIC_OPERATIONS: Readonly<Record<string, Call>> = {
  AssociateSoftwareToken: associateSoftwareToken,
  ChangePassword: changePassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ConfirmSignUp: confirmSignUp,
  DeleteUser: deleteUser,
  DeleteUserAttributes: deleteUserAttributes,
  ForgotPassword: forgotPassword,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  GetUser: getUser,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  GlobalSignOut: globalSignOut,
  InitiateAuth: initiateAuth,
  ResendConfirmationCode: resendConfirmationCode,
  RespondToAuthChallenge: respondToAuthChallenge,
  RevokeToken: revokeToken,
  SetUserMFAPreference: setUserMfaPreference,
  SignUp: signUp,
  UpdateUserAttributes: updateUserAttributes,
  VerifySoftwareToken: verifySoftwareToken,
  VerifyUserAttribute: verifyUserAttribute,
};

/** Operations that need AWS credentials. Unsigned calls are refused before any other check. */
export const SIGNED_OPERATIONS: Readonly<Record<string, Call>> = {
  AdminAddUserToGroup: adminAddUserToGroup,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminCreateUser: adminCreateUser,
  AdminDeleteSoftwareToken: adminDeleteSoftwareToken,
  AdminDeleteUser: adminDeleteUser,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminGetUser: adminGetUser,
  AdminRemoveUserFromGroup: adminRemoveUserFromGroup,
  AdminResetUserPassword: adminResetUserPassword,
  AdminSetUserMFAPreference: adminSetUserMfaPreference,
  AdminSetUserPassword: adminSetUserPassword,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  GetUserPoolMfaConfig: getUserPoolMfaConfig,
  ListUsers: listUsers,
  ListUsersInGroup: listUsersInGroup,
};
