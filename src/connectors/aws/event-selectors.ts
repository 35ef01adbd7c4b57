import type { Json } from "../connector.ts";
import { flagOf, listOf, textOf, textsOf } from "../json-fields.ts";
import { isObject } from "./call.ts";
import type { JsonObject } from "./call.ts";
import type { Data } from "./kinds.ts";

type Selector = NonNullable<Data<"aws.trail">["selectors"]>[number];

/**
 * What a trail records of management events, of the answer to GetEventSelectors. Null where it names no selector at all, or one that
 * cannot be read: AWS answers the default of a trail that nobody changed, too.
 */
export function eventSelectors(answer: JsonObject): Selector[] | null {
  const [basic, advanced] = [listOf(answer["EventSelectors"]), listOf(answer["AdvancedEventSelectors"])];
  if (basic.length + advanced.length === 0 || ![...basic, ...advanced].every(isObject)) return null;
  return [...(basic as readonly JsonObject[]).map(basicSelector), ...(advanced as readonly JsonObject[]).map(selector)];
}

function basicSelector(basic: JsonObject): Selector {
  return {
    management: flagOf(basic["IncludeManagementEvents"]) ?? null,
    mode: textOf(basic["ReadWriteType"]),
    leavesOut: textsOf(basic["ExcludeManagementEventSources"]),
  };
}

/** Fields are joined by "and": each one beside the category and `readOnly` makes a selector narrower. */
function selector(advanced: JsonObject): Selector {
  const fields = listOf(advanced["FieldSelectors"]).filter(isObject);
  const of = (name: string) => fields.filter((field) => field["Field"] === name);
  const categories = of("eventCategory");
  const isManagement = categories.length === 1 && equalsOnly(categories[0]!, ["Management"]);
  return {
    management: categories.length === 0 ? null : isManagement,
    mode: modeOf(of("readOnly")),
    leavesOut: fields.map((field) => textOf(field["Field"])).filter((name) => !isPlain.has(name)),
  };
}

const isPlain = new Set(["eventCategory", "readOnly"]);

function modeOf(readOnly: readonly JsonObject[]): string {
  if (readOnly.length === 0) return "All";
  if (readOnly.length > 1) return "several";
  const [only] = readOnly;
  if (equalsOnly(only!, ["true"])) return "ReadOnly";
  return equalsOnly(only!, ["false"]) ? "WriteOnly" : "another";
}

/** Whether a field is compared with these and in no other way. */
function equalsOnly(field: JsonObject, values: readonly string[]): boolean {
  const ways = Object.entries(field).filter(([name, value]) => name !== "Field" && !isNothing(value));
  const [way] = ways;
  return ways.length === 1 && way![0] === "Equals" && JSON.stringify(textsOf(way![1])) === JSON.stringify(values);
}

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);
