// What midnight in UTC is on the visitor's own clock, and sharing a game that is done.

import "./countdown.js";
import "./share.js";

const midnight = new Date();
midnight.setUTCHours(24, 0, 0, 0);
const place = document.getElementById("local-time");
if (place && midnight.getTimezoneOffset() !== 0) {
  const clock = midnight.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  place.textContent = `, ${clock} on your clock`;
  place.hidden = false;
}
