export { type Account, accountSuspended, type Customer, type SignedIn } from "./caller.ts";
export { httpForDevices } from "./devices.ts";
export { requireFreshSignIn } from "./freshSignIn.ts";
export { http, httpBeforeAccount } from "./http.ts";
export { lacksScope } from "./keyHolder.ts";
export { httpPage, httpWithRows } from "./together.ts";
