import type { Http, HttpAnswer, HttpRequest } from "#connectors/http.ts";

/** What was asked and answered once, to be answered again without anybody there. */
export interface Transcript {
  /** Asks `http`, and remembers its answers and failures. */
  readonly recording: Http;
  /** Answers from memory, each time anew from the beginning. What was not asked before is an error. */
  replay(): Http;
}

type Remembered = { readonly answer: HttpAnswer } | { readonly error: unknown };

/** A transcript of what goes through it. */
export function transcriptOf(http: Http): Transcript {
  const memory = new Map<string, Remembered[]>();
  const keyOf = ({ body, ...request }: HttpRequest) =>
    JSON.stringify([request, body && Buffer.from(body).toString("hex")]);
  return {
    recording: {
      send: async (request) => {
        const key = keyOf(request);
        const remember = (remembered: Remembered) => memory.set(key, [...(memory.get(key) ?? []), remembered]);
        try {
          const answer = await http.send(request);
          remember({ answer });
          return answer;
        } catch (error) {
          remember({ error });
          throw error;
        }
      },
    },
    replay: () => {
      const told = new Map<string, number>();
      return {
        send: async (request) => {
          const key = keyOf(request);
          const number = told.get(key) ?? 0;
          told.set(key, number + 1);
          const kept = memory.get(key)?.[number];
          if (!kept) throw new Error(`was not asked before: ${key.slice(0, 300)}`);
          if ("error" in kept) throw kept.error;
          return kept.answer;
        },
      };
    },
  };
}
