import { lazy, Suspense } from "react";
import type { ComponentProps } from "react";

const load = () => import("./company-dialogs.tsx");
const Create = lazy(async () => ({ default: (await load()).CreateCompanyDialog }));
const Select = lazy(async () => ({ default: (await load()).SelectCompanyDialog }));
const Welcome = lazy(async () => ({ default: (await load()).WelcomeDialog }));

// Most visits need none of them, and they bring all that forms need.

/** Makes a company. */
export function CreateCompanyDialog(props: ComponentProps<typeof Create>) {
  return (
    <Suspense>
      <Create {...props} />
    </Suspense>
  );
}

/** Chooses one of many companies. */
export function SelectCompanyDialog(props: ComponentProps<typeof Select>) {
  return (
    <Suspense>
      <Select {...props} />
    </Suspense>
  );
}

/** What a person without a company sees. */
export function WelcomeDialog(props: ComponentProps<typeof Welcome>) {
  return (
    <Suspense>
      <Welcome {...props} />
    </Suspense>
  );
}
