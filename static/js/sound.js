// Short sounds for what happens on a board, made here: there are no files. Only who has turned them
// on gets this module. What has happened is read off the page, whichever script changed it.

import "./page.js";

const TONES = { // pitches in hertz, one after the other, each so many seconds long
  peg: { pitches: [196], each: 0.06, shape: "triangle" },
  number: { pitches: [392], each: 0.06, shape: "sine" },
  answer: { pitches: [523, 659], each: 0.07, shape: "sine" },
  won: { pitches: [440, 554, 659, 880], each: 0.1, shape: "sine" },
};
const LOUD = 0.14;
let audio = null; // made with the first sound, which follows something pressed

function play({ pitches, each, shape }) {
  audio ??= new AudioContext();
  pitches.forEach((pitch, place) => {
    const begin = audio.currentTime + place * each;
    const tone = new OscillatorNode(audio, { type: shape, frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + each);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + each);
  });
}

const count = (selector) => document.querySelectorAll(`#game ${selector}`).length;

// How a game stands, as far as it can be heard.
function standing() {
  return {
    won: count(".result.won"),
    answer: count(".row.played"),
    number: count(".cell:not(.given) > span:not(:empty)"),
    peg: count(".row.current .hole .peg"),
  };
}

// Of all that has happened since the page was looked at last, the greatest is heard.
let before = standing();
let isAwaited = false;
function listen() {
  isAwaited = false;
  const now = standing();
  const happened = Object.keys(now).find((what) => now[what] > before[what]);
  before = now;
  if (happened) play(TONES[happened]);
}

new MutationObserver(() => {
  if (isAwaited) return;
  isAwaited = true;
  requestAnimationFrame(listen);
}).observe(document.getElementById("main"), { childList: true, subtree: true });
