-- The tables of version 1.1.0. MOMENT stands for the type of a moment in UTC.
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0026');
CREATE TABLE games (
  id VARCHAR(32) NOT NULL PRIMARY KEY, player VARCHAR(32) NOT NULL, kind VARCHAR(16) NOT NULL,
  rules TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL, hints TEXT NOT NULL,
  finished BOOLEAN NOT NULL, version INTEGER NOT NULL, created MOMENT NOT NULL,
  changed MOMENT NOT NULL, seconds FLOAT DEFAULT '0' NOT NULL,
  board VARCHAR(120) DEFAULT '' NOT NULL, day VARCHAR(10) DEFAULT '' NOT NULL,
  result VARCHAR(8) DEFAULT '' NOT NULL, guesses INTEGER DEFAULT '0' NOT NULL,
  hints_used INTEGER DEFAULT '0' NOT NULL, counts BOOLEAN DEFAULT FALSE NOT NULL,
  took FLOAT DEFAULT '0' NOT NULL, ended MOMENT, skill INTEGER, luck INTEGER
);
CREATE INDEX games_by_player ON games (player, kind, changed);
CREATE UNIQUE INDEX games_of_a_day ON games (player, kind, day) WHERE day != '';
CREATE INDEX games_to_review ON games (ended) WHERE counts AND guesses > 0 AND skill IS NULL;
CREATE TABLE boards (
  name VARCHAR(120) NOT NULL PRIMARY KEY, text TEXT NOT NULL, made MOMENT NOT NULL
);
CREATE TABLE tasks (
  id VARCHAR(32) NOT NULL PRIMARY KEY, kind VARCHAR(16) NOT NULL,
  key VARCHAR(200) NOT NULL UNIQUE, player VARCHAR(32) NOT NULL, network VARCHAR(64) NOT NULL,
  state VARCHAR(16) NOT NULL, run INTEGER NOT NULL, done INTEGER NOT NULL,
  pieces INTEGER NOT NULL, begun FLOAT NOT NULL, ends FLOAT NOT NULL, summary TEXT NOT NULL,
  finding TEXT NOT NULL, changed MOMENT NOT NULL
);
CREATE TABLE counts (
  key VARCHAR(120) NOT NULL PRIMARY KEY, amount BIGINT NOT NULL, ends FLOAT NOT NULL
);
CREATE TABLE daily (work VARCHAR(32) NOT NULL PRIMARY KEY, day VARCHAR(10) NOT NULL);
CREATE TABLE daily_codes (
  day VARCHAR(10) NOT NULL PRIMARY KEY, rules TEXT NOT NULL, code TEXT NOT NULL
);
CREATE TABLE daily_totals (
  day VARCHAR(10) NOT NULL, kind VARCHAR(16) NOT NULL, result VARCHAR(8) NOT NULL,
  amount INTEGER NOT NULL, players INTEGER NOT NULL, PRIMARY KEY (day, kind, result, amount)
);
CREATE TABLE devices (
  id VARCHAR(32) NOT NULL PRIMARY KEY, player VARCHAR(32) NOT NULL, joined MOMENT NOT NULL
);
CREATE INDEX devices_by_player ON devices (player);
CREATE TABLE players (id VARCHAR(32) NOT NULL PRIMARY KEY, settings TEXT NOT NULL);
CREATE TABLE shares (
  id VARCHAR(32) NOT NULL PRIMARY KEY, game VARCHAR(32) UNIQUE, made MOMENT NOT NULL
);
CREATE TABLE contests (
  id VARCHAR(32) NOT NULL PRIMARY KEY, player VARCHAR(32) NOT NULL, kind VARCHAR(16) NOT NULL,
  rules TEXT NOT NULL, start TEXT NOT NULL, is_hidden BOOLEAN NOT NULL,
  is_closed BOOLEAN NOT NULL, made MOMENT NOT NULL, successor VARCHAR(32) DEFAULT '' NOT NULL
);
CREATE INDEX contests_by_player ON contests (player);
CREATE TABLE contest_entries (
  id VARCHAR(32) NOT NULL PRIMARY KEY, contest VARCHAR(32) NOT NULL, player VARCHAR(32) NOT NULL,
  game VARCHAR(32) NOT NULL, nickname VARCHAR(20) NOT NULL, is_removed BOOLEAN NOT NULL,
  joined MOMENT NOT NULL
);
CREATE UNIQUE INDEX entry_of_a_player ON contest_entries (contest, player);
CREATE INDEX entries_by_player ON contest_entries (player);
CREATE INDEX entries_by_game ON contest_entries (game);
CREATE TABLE lesson_steps (
  player VARCHAR(32) NOT NULL, lesson VARCHAR(80) NOT NULL, step INTEGER NOT NULL,
  done MOMENT NOT NULL, PRIMARY KEY (player, lesson, step)
);
CREATE TABLE attempts (
  player VARCHAR(32) NOT NULL, skill VARCHAR(64) NOT NULL, box INTEGER NOT NULL,
  tried MOMENT NOT NULL, solved INTEGER NOT NULL, missed INTEGER NOT NULL,
  last VARCHAR(120) NOT NULL, best FLOAT, earlier TEXT DEFAULT '' NOT NULL,
  PRIMARY KEY (player, skill)
);
CREATE TABLE races (
  contest VARCHAR(32) NOT NULL PRIMARY KEY, race VARCHAR(32) NOT NULL, number INTEGER NOT NULL,
  seconds INTEGER NOT NULL, starts MOMENT
);
CREATE UNIQUE INDEX round_of_a_race ON races (race, number);
CREATE TABLE class_answers (
  id VARCHAR(32) NOT NULL PRIMARY KEY, contest VARCHAR(32) NOT NULL, entry VARCHAR(32) NOT NULL,
  path VARCHAR(200) NOT NULL, words VARCHAR(120) NOT NULL, is_right BOOLEAN NOT NULL,
  given MOMENT NOT NULL
);
CREATE INDEX answers_of_a_pupil ON class_answers (entry);
CREATE TABLE runs (
  player VARCHAR(32) NOT NULL, idea VARCHAR(64) NOT NULL, version INTEGER NOT NULL,
  exercise VARCHAR(120) NOT NULL, entered TEXT NOT NULL, outcomes TEXT NOT NULL,
  best INTEGER NOT NULL, day VARCHAR(10) NOT NULL, day_best INTEGER NOT NULL,
  PRIMARY KEY (player, idea)
);
CREATE INDEX runs_of_a_day ON runs (idea, day)
