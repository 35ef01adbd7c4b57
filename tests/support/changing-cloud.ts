import { cloudUserId } from "#server/demo/sample-cloud-users.ts";
import { sampleAws } from "#server/demo/sample-cloud.ts";
import type { SampleAccount, SampleListed } from "#server/demo/sample-connector.ts";

/** The cloud account of the demo's firm, whose users come and go: the next time it is read it shows them. */
export interface ChangingCloud {
  readonly account: SampleAccount;
  /** Somebody gets an account like that of one who has one. */
  add(name: string, like: string, createdOn: string): void;
  remove(name: string): void;
}

/** As the demo begins. */
export function changingCloud(): ChangingCloud {
  const steps = sampleAws.steps.map((step) => (step.items ? { ...step, items: [...step.items] } : step));
  const lists = steps.flatMap(({ items }) => (items ? [items as SampleListed[]] : []));
  return {
    account: { ...sampleAws, steps },
    add: (name, like, createdOn) => {
      for (const items of lists)
        for (const item of items.filter(({ subject }) => subject.label === like)) {
          const data = JSON.parse(JSON.stringify(item.data).replaceAll(like, name)) as SampleListed["data"];
          items.push({
            ...item,
            subject: { ...item.subject, id: cloudUserId(name), label: name },
            data: { ...(data as object), createdOn } as SampleListed["data"],
          });
        }
    },
    remove: (name) => {
      for (const items of lists)
        items.splice(0, items.length, ...items.filter(({ subject }) => subject.label !== name));
    },
  };
}
