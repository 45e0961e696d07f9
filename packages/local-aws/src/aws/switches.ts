import * as z from "zod/mini";
import type { MappingModel, ScheduleModel, StackModel } from "../template/model.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf, unknownOperation } from "./body.ts";
import { AwsError, jsonAnswer } from "./errors.ts";
import type { Answer, AwsCall, Service } from "./types.ts";

/** Switches the API, schedules and event source mappings off and on. A restart switches everything on. */
export type Switches = {
  /** @returns the template: an API that is off is missing, and other parts that are off are disabled */
  apply(model: StackModel): StackModel;
  readonly scheduler: Service;
  readonly gateway: Service;
  /** Handles Lambda's calls about event source mappings; undefined for other calls. */
  mappings(call: AwsCall): Promise<Answer> | undefined;
};

const JSON_TYPE = "application/json";
const MAPPING = z.object({ Enabled: z.boolean() });
const SCHEDULE = z.object({ State: z.enum(["ENABLED", "DISABLED"]) });
const API = z.object({ disableExecuteApiEndpoint: z.boolean() });

/**
 * @param given the template
 * @param changed called after a switch
 */
export function createSwitches(
  given: () => StackModel,
  authorize: Authorize,
  changed: () => Promise<void>,
): Switches {
  const off = new Set<string>();
  const isOn = ({ logicalId, enabled }: MappingModel | ScheduleModel) => enabled && !off.has(logicalId);
  const set = (id: string, on: boolean) => {
    if (on) off.delete(id);
    else off.add(id);
    return changed();
  };
  const may = (call: AwsCall, action: string) => authorize(call, [{ action, resource: "*" }]);
  const nameIn = (call: AwsCall) => decodeURIComponent(call.url.pathname.split("/").at(-1) ?? "");

  const shownMapping = (mapping: MappingModel) => ({
    UUID: mapping.logicalId,
    FunctionArn: mapping.functionArn,
    EventSourceArn: mapping.sourceArn,
    State: isOn(mapping) ? "Enabled" : "Disabled",
  });
  const shownSchedule = (schedule: ScheduleModel) => ({
    Name: schedule.name,
    State: isOn(schedule) ? "ENABLED" : "DISABLED",
    ScheduleExpression: schedule.expression,
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: { Arn: schedule.targetArn },
  });

  return {
    apply: (model) => ({
      ...model,
      api: model.api === null || off.has(model.api.id) ? null : model.api,
      mappings: model.mappings.map((mapping) => ({ ...mapping, enabled: isOn(mapping) })),
      schedules: model.schedules.map((schedule) => ({ ...schedule, enabled: isOn(schedule) })),
    }),
    mappings(call) {
      if (!call.operation.endsWith("EventSourceMapping") && !call.operation.endsWith("EventSourceMappings"))
        return undefined;
      may(call, `lambda:${call.operation}`);
      const { mappings } = given();
      if (call.operation === "ListEventSourceMappings")
        return Promise.resolve(jsonAnswer({ EventSourceMappings: mappings.map(shownMapping) }, JSON_TYPE));
      const mapping = mappings.find(({ logicalId }) => logicalId === nameIn(call));
      if (mapping === undefined) throw new AwsError("ResourceNotFoundException", "No such mapping", 404);
      return set(mapping.logicalId, bodyOf(call, MAPPING).Enabled).then(() =>
        jsonAnswer(shownMapping(mapping), JSON_TYPE),
      );
    },
    async scheduler(call) {
      may(call, `scheduler:${call.operation}`);
      const { schedules } = given();
      if (call.operation === "ListSchedules") {
        const prefix = call.url.searchParams.get("NamePrefix") ?? "";
        const found = schedules.filter(({ name }) => name.startsWith(prefix));
        return jsonAnswer({ Schedules: found.map(shownSchedule) }, JSON_TYPE);
      }
      const schedule = schedules.find(({ name }) => name === nameIn(call));
      if (schedule === undefined) throw new AwsError("ResourceNotFoundException", "No such schedule", 404);
      if (call.operation === "UpdateSchedule")
        await set(schedule.logicalId, bodyOf(call, SCHEDULE).State === "ENABLED");
      else if (call.operation !== "GetSchedule") throw unknownOperation(call);
      return jsonAnswer(shownSchedule(schedule), JSON_TYPE);
    },
    async gateway(call) {
      may(call, `apigateway:${call.operation}`);
      const { api } = given();
      const shown = api && { apiId: api.id, name: api.name, disableExecuteApiEndpoint: off.has(api.id) };
      if (call.operation === "GetApis") return jsonAnswer({ items: shown ? [shown] : [] }, JSON_TYPE);
      if (call.operation !== "UpdateApi") throw unknownOperation(call);
      if (api?.id !== nameIn(call)) throw new AwsError("NotFoundException", "Invalid API identifier", 404);
      await set(api.id, !bodyOf(call, API).disableExecuteApiEndpoint);
      return jsonAnswer(shown, JSON_TYPE);
    },
  };
}
