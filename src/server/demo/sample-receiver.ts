import { openEgress } from "../outbound/egress.ts";
import type { Egress } from "../outbound/egress.ts";
import { EgressRefused } from "../outbound/guard.ts";

const { accepts } = openEgress({ allowPrivate: false });

/** In a demo visit nothing leaves this server: whatever is sent, the sample receiver says that it has it. */
export const sampleReceiver: Egress = {
  accepts,
  post: async () => ({
    status: 200,
    body: Buffer.from("The sample receiver of the demo has it. Nothing left this server."),
  }),
  get: async () => Promise.reject(new EgressRefused("nothing leaves a demo visit")),
  stream: async () => Promise.reject(new EgressRefused("nothing leaves a demo visit")),
  line: () => ({
    send: async () => {
      throw new EgressRefused("nothing leaves this server from a demo visit");
    },
    close: () => {},
  }),
};
