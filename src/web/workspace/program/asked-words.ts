import type * as z from "zod";
import { MOST_ASKING } from "#domain/registers/asked-for.ts";
import type { contract } from "#contract/index.ts";

type Task = z.output<typeof contract.tasks.list.output>[number];

/** Something that records of a register ask for, in words, and where they are. */
export interface Asked {
  readonly words: string;
  readonly to: string;
}

/** What tasks say beside a register, such as `2 to rate again`; each leads to the list of what it counts, or to what it is about. */
export function askedOf(tasks: readonly Pick<Task, "standing" | "to">[], register: string): readonly Asked[] {
  const own = tasks.flatMap(({ standing, to }) => (standing?.register === register ? { ...standing, to } : []));
  return [...Map.groupBy(own, ({ many }) => many).values()].map((same) => {
    const { single, many, list, to } = same[0]!;
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return {
      words: count < MOST_ASKING ? `${count} ${count === 1 ? single : many}` : `${MOST_ASKING} or more ${many}`,
      to: list ?? (same.length === 1 ? to : `/dashboard/program/${register}`),
    };
  });
}
