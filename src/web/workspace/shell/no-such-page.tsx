import { publicTexts } from "#catalog/public-texts.ts";
import { NotThere } from "#web/design/not-there.tsx";

export const meta = () => [{ title: "Page Not Found - Exhibit" }];

/** An address of the workspace that leads nowhere: a person who mistyped one stays where they work. */
export default function NoSuchPage() {
  return (
    <div className="page">
      <NotThere message={publicTexts.notFound.message} back={{ label: "Dashboard", to: "/dashboard" }} />
    </div>
  );
}
