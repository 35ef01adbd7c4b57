import { forgetRequests, listRequests, markAnswered, showRequest } from "../requests/open-requests.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

export const requests: Command = {
  name: "requests",
  usage: "requests [show ID | answered ID | forget EMAIL]",
  does: "Lists the access requests and messages that wait for an answer. `show` prints one whole, `answered` marks one as answered, which ends its reminders, and `forget` deletes all that was sent under a mail address. The first characters of an ID are enough.",
  run: async ([verb, which, ...more], out) => {
    const isKnown = verb === "show" || verb === "answered" || verb === "forget";
    if (more.length > 0 || (verb !== undefined && (!isKnown || !which))) {
      out("Say what to do: requests, requests show ID, requests answered ID, or requests forget EMAIL");
      return 2;
    }
    return await withInstance(async (instance) => {
      if (verb === "show") return (await showRequest(instance, which!, out)) ? 0 : 1;
      if (verb === "answered") return (await markAnswered(instance, which!, out)) ? 0 : 1;
      if (verb === "forget") {
        const forgotten = await forgetRequests(instance, which!);
        out(`Deleted: ${forgotten} under ${which}.`);
        return forgotten > 0 ? 0 : 1;
      }
      await listRequests(instance, out);
      return 0;
    });
  },
};
