import { listRequests, markAnswered } from "../requests/open-requests.ts";
import { withInstance } from "./instance.ts";
import type { Command } from "./main.ts";

export const requests: Command = {
  name: "requests",
  usage: "requests [answered ID]",
  does: "Lists the access requests and messages that wait for an answer; with `answered`, marks one as answered, which ends its reminders. The first characters of an ID are enough.",
  run: async ([verb, id, ...more], out) => {
    if (more.length > 0 || (verb !== undefined && (verb !== "answered" || !id))) {
      out("Say what to do: requests, or requests answered ID");
      return 2;
    }
    if (id !== undefined)
      return await withInstance(async (instance) => ((await markAnswered(instance, id, out)) ? 0 : 1));
    await withInstance((instance) => listRequests(instance, out));
    return 0;
  },
};
