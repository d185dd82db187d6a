# Pegs & Paths in a container: installed as a wheel, the solver compiled, run by a user without rights.
#   docker build -t pegs-and-paths .
#   docker run -p 8000:8000 -v pegs:/data -e PEGS_TRUSTED_HOSTS=localhost pegs-and-paths
FROM python:3.13-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/pegs \
 && /opt/pegs/bin/pip install --no-cache-dir --no-compile --constraint .ci/constraints.txt ".[postgres,cluster]" \
 && find /opt/pegs -name tests -type d -prune -exec rm -rf {} + \
 && /opt/pegs/bin/python -m pip uninstall --yes --quiet pip

FROM python:3.13-slim-bookworm
# Machine code is compiled for any x86-64 since 2013 (or any 64-bit ARM) rather than for the builder,
# so that what is compiled here is not compiled again where it runs.
ARG CPU_FEATURES=""
ENV PATH=/opt/pegs/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CPU_NAME=generic \
    NUMBA_CPU_FEATURES=${CPU_FEATURES} \
    NUMBA_CACHE_DIR=/opt/pegs/kernels \
    PEGS_HOST=0.0.0.0 \
    PEGS_DATA=/data
RUN useradd --system --uid 10001 --home-dir /data --create-home pegs
COPY --from=build /opt/pegs /opt/pegs
# The bytecode of what is imported, Python's own too: who serves may not write it, and each start would take
# three seconds more of a processor.
RUN python -c "import distributed, psycopg, webapp.server" \
 && mkdir /opt/pegs/kernels && chown pegs /opt/pegs/kernels
USER 10001
RUN pegs-and-paths compile
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["pegs-and-paths", "serve"]
