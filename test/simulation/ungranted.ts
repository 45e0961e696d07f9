import type { Access } from "../../infra/access/row.ts";
import { ACCESS, type FunctionId } from "../../infra/access.ts";
import { namesOf } from "../../infra/names.ts";
import { mayReadUsers } from "../../infra/policy.ts";
import { readUse } from "./usage.ts";

const names = namesOf("dev");

/** @returns the recorded database calls that infra/access.ts does not grant, so AWS would refuse them */
export function ungranted(): string[] {
  return Object.entries(readUse()).flatMap(([id, actions]) => {
    const granted = new Set(grantedTo(ACCESS[id as FunctionId]));
    return Object.entries(actions).flatMap(([action, resources]) =>
      resources
        .filter(
          (resource) => action.startsWith("dynamodb:") && !granted.has(`${action} ${inTable(resource)}`),
        )
        .map((resource) => `${id} ${action} ${inTable(resource)}`),
    );
  });
}

const inTable = (arn: string): string => arn.slice(arn.indexOf("table/"));

function grantedTo(access: Access): string[] {
  return Object.entries(mayReadUsers(access).tables ?? {}).flatMap(([target, grant]) => {
    const [table = "", index] = target.split("/");
    const resource = `table/${names.table(table)}${index === undefined ? "" : `/index/${index}`}`;
    return ("actions" in grant ? grant.actions : grant).map((action) => `dynamodb:${action} ${resource}`);
  });
}
