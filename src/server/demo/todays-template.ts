/** The template that visits of a day are copied from. */
export interface TodaysTemplate {
  /** Its database; made once a day, and again after it was forgotten. */
  of(day: number): Promise<string>;
  /** Has it made anew the next time: somebody has dropped it. */
  forget(): void;
  /** When nothing is being made. */
  settled(): Promise<unknown>;
}

export function todaysTemplate(make: (day: number) => Promise<string>): TodaysTemplate {
  let made: { day: number; template: Promise<string> } | undefined;
  return {
    of: async (day) => {
      if (made?.day !== day) {
        const template = make(day);
        made = { day, template };
        template.catch(() => (made = undefined));
      }
      return await made!.template;
    },
    forget: () => void (made = undefined),
    settled: async () => await made?.template.catch(() => {}),
  };
}
