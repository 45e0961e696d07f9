import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Tables } from "../support/memory/tables.ts";
import { pass } from "./wire.ts";

/** Tables in memory, which replace DynamoDB for every document client of this process. */
export class Database extends Tables {
  connect(): void {
    Object.assign(DynamoDBDocumentClient.prototype, {
      send: (command: unknown) => {
        const { operation, apply } = this.asked(command);
        return pass("dynamodb", operation, apply);
      },
    });
  }
}
