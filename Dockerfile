# A server of Amyitis, small and not root; docs/howto/hosting.md says how to run it.
#
#     docker build --tag amyitis .
#     docker run --publish 127.0.0.1:8737:8737 --volume amyitis:/data amyitis
#
# tests/test_hosting.py runs what is in here without a container engine.

FROM python:3.13-slim AS build
# make, for the wheel; Node.js for the page comes from PyPI, as on any machine without one
RUN apt-get update \
    && apt-get install --yes --no-install-recommends make=4.* \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /amyitis
COPY . .
RUN make dist GROUP=build

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home --home-dir /data amyitis
COPY --from=build /amyitis/dist/*.whl /amyitis/requirements/constraints.txt /tmp/
RUN pip install --no-cache-dir --no-compile --constraint /tmp/constraints.txt "$(echo /tmp/*.whl)[postgresql]" \
    && rm /tmp/*.whl /tmp/constraints.txt
USER 10001
WORKDIR /data
VOLUME /data
ENV DATABASE_URL=sqlite:////data/games.sqlite
EXPOSE 8737
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8737/health', timeout=9)"]
ENTRYPOINT ["amyitis"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8737", "--no-browser", "--log", "info"]
