import { Part, PartTitle } from "#web/marketing/part.tsx";

const requests = [
  {
    asked: "Show that multi-factor authentication was on for everyone in March.",
    today: "An undated screenshot in a chat thread",
  },
  { asked: "Show who approved this production change.", today: "A ticket three people half remember" },
  {
    asked: "Show that only assigned staff can open this client’s files.",
    today: "A folder permission nobody has checked",
  },
  { asked: "Show that the policy was in force and that people read it.", today: <code>Policy_final_v4.docx</code> },
];

/** What an audit asks for, and where it is found without the product. */
export function Problem() {
  return (
    <Part id="problem" number={1}>
      <div className="problem">
        <div>
          <PartTitle>An audit asks for proof. Most teams have screenshots.</PartTitle>
          <p className="lede">
            The security work is usually done. Its records are scattered across consoles, inboxes and shared drives, and
            someone has to stop and collect them.
          </p>
        </div>
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                What you are asked for
              </th>
              <th role="columnheader" scope="col">
                Where it is today
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {requests.map(({ asked, today }) => (
              <tr key={asked} role="row">
                <td role="cell">{asked}</td>
                <td role="cell">{today}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
